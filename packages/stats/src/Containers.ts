/**
 * The files that start an exporter, Prometheus and Grafana in containers: `screeps stats init` writes them.
 */
import * as Dashboards from "./Dashboards.ts"

/** A file by its path relative to the folder. */
export interface File {
  readonly path: string
  readonly text: string
}

/** What the files depend on. */
export interface Options {
  /** The version of `@screeps-effect/cli` to install in the exporter's image. */
  readonly version: string
}

/** The port of the exporter. */
const port = 9464

const compose = `# The exporter, Prometheus and Grafana: docker compose up --detach, then open http://127.0.0.1:3000
services:
  exporter:
    build: .
    restart: unless-stopped
    environment:
      SCREEPS_CONFIG: /run/secrets/screeps
    secrets: [screeps]
    # A server on this machine is http://host.docker.internal:21025 in screeps.yaml.
    extra_hosts: ["host.docker.internal:host-gateway"]
  prometheus:
    image: prom/prometheus:v3.5.0
    restart: unless-stopped
    command: ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.retention.time=90d"]
    volumes:
      - ./prometheus.yml:/etc/prometheus/prometheus.yml:ro
      - prometheus:/prometheus
  grafana:
    image: grafana/grafana:12.1.0
    restart: unless-stopped
    # Only for this machine: everyone who reaches the port may read everything.
    ports: ["127.0.0.1:3000:3000"]
    environment:
      GF_AUTH_ANONYMOUS_ENABLED: "true"
      GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: /etc/grafana/dashboards/colony.json
    volumes:
      - ./grafana/datasource.yml:/etc/grafana/provisioning/datasources/screeps.yml:ro
      - ./grafana/dashboards.yml:/etc/grafana/provisioning/dashboards/screeps.yml:ro
      - ./grafana/dashboards:/etc/grafana/dashboards:ro
      - grafana:/var/lib/grafana
secrets:
  screeps:
    file: ./screeps.yaml
volumes:
  prometheus:
  grafana:
`

const dockerfile = (version: string) => `FROM node:24-alpine
RUN npm install --global @screeps-effect/cli@${version}
USER node
EXPOSE ${port}
HEALTHCHECK CMD wget -q -O /dev/null http://127.0.0.1:${port}/health
ENTRYPOINT ["screeps", "stats", "--listen", "0.0.0.0:${port}"]
`

const prometheus = `global:
  scrape_interval: 15s
scrape_configs:
  - job_name: screeps
    static_configs:
      - targets: ["exporter:${port}"]
`

const datasource = `apiVersion: 1
datasources:
  - name: Prometheus
    type: prometheus
    url: http://prometheus:9090
    isDefault: true
    jsonData:
      timeInterval: 15s
`

const provider = `apiVersion: 1
providers:
  - name: screeps
    folder: Screeps
    type: file
    options:
      path: /etc/grafana/dashboards
`

const credentials = `# The file of credentials that Screeps tools share; keep it secret.
servers:
  main:
    # An official server: an API token from https://screeps.com/a/#!/account/auth-tokens
    token: "11111111-2222-3333-4444-555555555555"
    shard: shard3
  # local:
  #   url: http://host.docker.internal:21025
  #   username: alice
  #   password: "123456"
configs:
  screeps-effect:
    stats:
      accounts:
        main: { memory: [stats] }
        # local: {}
`

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

/** Returns the files. */
export const files = ({ version }: Options): ReadonlyArray<File> => [
  { path: "compose.yaml", text: compose },
  { path: "Dockerfile", text: dockerfile(version) },
  { path: "prometheus.yml", text: prometheus },
  { path: "screeps.yaml", text: credentials },
  { path: ".dockerignore", text: "*\n" },
  { path: ".gitignore", text: "screeps.yaml\n" },
  { path: "grafana/datasource.yml", text: datasource },
  { path: "grafana/dashboards.yml", text: provider },
  { path: "grafana/dashboards/colony.json", text: json(Dashboards.colony) },
  { path: "grafana/dashboards/exporter.json", text: json(Dashboards.exporter) }
]
