import { z } from 'zod';

// Zod makes code out of text where it may, which the page's content security policy refuses.
z.config({ jitless: true });

export { z };
