# One image for every part of Proscenium: the command says which (api, worker, migrate).
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY src ./src
COPY workflows ./workflows
COPY activities ./activities
COPY api ./api
COPY entities ./entities
COPY migrations ./migrations
RUN node src/main/build.mjs && npm prune --omit=dev
# The neural voices, 330 MB, and the instruments of composed music, 15 MB. `--build-arg VOICE_PACK=` leaves both out: the stage voices
# speak then, and music is taken from the catalogue.
ARG VOICE_PACK=yes
RUN mkdir /cache && if [ -n "$VOICE_PACK" ]; then \
    apt-get update && apt-get install -y --no-install-recommends python3-pip \
    && PROSCENIUM_CACHE_DIR=/cache node src/main/proscenium.mjs voices install \
    && PROSCENIUM_CACHE_DIR=/cache node src/main/proscenium.mjs music install; \
  fi

FROM node:${NODE_VERSION}-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json LICENSE THIRD-PARTY-NOTICES.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /cache /cache
COPY src/main/proscenium.mjs ./src/main/proscenium.mjs
RUN mkdir /data && chown node:node /data /cache
ENV NODE_ENV=production DATA_DIR=/data PROSCENIUM_CACHE_DIR=/cache HOST=0.0.0.0 PORT=3000
USER node
VOLUME /data
EXPOSE 3000
ENTRYPOINT ["node", "src/main/proscenium.mjs"]
CMD ["api"]
