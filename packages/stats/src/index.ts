/** Numbers of Screeps colonies as metrics, for Prometheus, OpenTelemetry and Graphite. */
export {}
