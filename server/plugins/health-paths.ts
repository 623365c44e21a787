/** Whether the process answers at all. Where it does not, it should be started anew. */
export const LIVE_PATH = '/health/live';

/** Whether requests should be sent here: the database answers, and the server is not stopping. */
export const READY_PATH = '/health/ready';

/** The same as `READY_PATH`, beside the API. */
export const API_HEALTH_PATH = '/api/health/';

/** Where load balancers and people ask how the server is. They are answered whatever else is refused. */
export const HEALTH_PATHS: readonly string[] = [
  ...[LIVE_PATH, READY_PATH].flatMap((path) => [path, `${path}/`]),
  API_HEALTH_PATH,
  API_HEALTH_PATH.slice(0, -1),
];
