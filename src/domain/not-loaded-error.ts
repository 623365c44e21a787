import { ERRORS } from '../domain/error-catalogue.ts';

/** What a sign-in says that needs a part of the app which could not be fetched. */
export const NOT_LOADED = `${ERRORS.loginFailed}: a part of the app could not be loaded. Check the connection and reload the page.`;
