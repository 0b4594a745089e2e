/** The landing page. [S2.7] */
export default function Home() {
  return <h1>Welcome</h1>;
}
