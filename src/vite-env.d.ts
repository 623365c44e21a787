interface ImportMetaEnv {
  /** Base URL of the API at build time; blank or absent for the page's own origin. */
  readonly VITE_API_BASE_URL?: string;
  /** The version in package.json. */
  readonly VITE_APP_VERSION: string;
}
