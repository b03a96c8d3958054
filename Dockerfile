# The command assay in a container: docker build -t assay . && docker run --rm assay run
# docs/judge-a-deployment.md shows it with a deployment of one's own.

FROM node:24-slim AS build
WORKDIR /src
COPY . .
# The Node of the image builds; without install scripts no second one is fetched.
RUN npm ci --ignore-scripts --no-audit --no-fund && node package/build.ts

FROM node:24-slim AS dependencies
WORKDIR /assay
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
COPY --from=dependencies /assay/node_modules /assay/node_modules
COPY --from=build /src/dist /assay/dist
COPY --from=build /src/cli/assay.mjs /assay/cli/
COPY LICENSE package.json /assay/
# Deployment file, .env and the report stand here; mount a folder of yours.
RUN install --directory --owner=node --group=node /work
WORKDIR /work
USER node
ENTRYPOINT ["node", "/assay/cli/assay.mjs"]
CMD ["help"]
