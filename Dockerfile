# An image of the server and the app. docs/operating.md, 'In containers', explains how to use it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY index.html tsconfig.json vite.config.ts ./
COPY config config/
COPY public public/
COPY scripts scripts/
COPY server server/
COPY src src/
# The app's public origin, as https://host. Previews of links to the app need it for their picture.
ARG VITE_PUBLIC_ORIGIN
RUN npm run build

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY package.json ./
COPY scripts/admin.mjs scripts/
COPY --from=build /app/build build/
COPY --from=build /app/dist dist/
RUN mkdir --mode=700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "const { PORT, TLS_CERT_FILE } = process.env; require(TLS_CERT_FILE ? 'node:https' : 'node:http').get({ host: '127.0.0.1', port: PORT, path: '/health/live', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "build/server/main.js"]
