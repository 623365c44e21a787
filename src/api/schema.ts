import { z } from 'zod';

// The content security policy refuses the code that Zod would generate from text.
z.config({ jitless: true });

export { z };
