import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generate } from './generate.ts';
import { PAGE } from './page.ts';

// `npm run docs:specification`: writes the page that says which tests prove which sentence of the specification.

const { text, problems } = generate();
if (problems.length > 0) {
  console.error(`${PAGE} is as it was:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  process.exitCode = 1;
} else {
  mkdirSync(dirname(PAGE), { recursive: true });
  writeFileSync(PAGE, text);
  console.log(`${PAGE} is written.`);
}
