// `npm run licences`: writes docs/licences.md from the lock file.
import { writeFile } from "node:fs/promises";
import { licencePage, productionPackages } from "./production-packages.ts";

const packages = await productionPackages();
await writeFile("docs/licences.md", licencePage(packages));
console.log(`docs/licences.md names ${packages.length} packages.`);
