/** If it does not respond, restart the process. */
export const LIVE_PATH = '/health/live';

/** Answers 200 if requests may be sent here. */
export const READY_PATH = '/health/ready';

/** Like `READY_PATH`, below the API. */
export const API_HEALTH_PATH = '/api/health/';

/** Answered even when everything else is refused. */
export const HEALTH_PATHS: readonly string[] = [
  ...[LIVE_PATH, READY_PATH].flatMap((path) => [path, `${path}/`]),
  API_HEALTH_PATH,
  API_HEALTH_PATH.slice(0, -1),
];
