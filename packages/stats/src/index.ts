/** Numbers of Screeps colonies as metrics, for Prometheus, OpenTelemetry and Graphite. */
export * as Accounts from "./Accounts.ts"
export * as Graphite from "./outputs/Graphite.ts"
export * as JsonLines from "./outputs/JsonLines.ts"
export * as Metrics from "./Metrics.ts"
export * as Options from "./Options.ts"
export * as Otlp from "./outputs/Otlp.ts"
export * as Prometheus from "./outputs/Prometheus.ts"
export * as Stats from "./Stats.ts"
