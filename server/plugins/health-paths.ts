/** Where load balancers and people ask how the server is. They are answered whatever else is refused. */
export const HEALTH_PATHS: readonly string[] = ['/api/health/', '/api/health'];
