import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'lightningcss';

// Declares the classes of each CSS module, so that the type check finds classes that do not exist. `rootDirs` in
// config/tsconfig.web.json makes TypeScript find the declarations beside the modules. With --watch, updates them when
// styles change.

const SOURCES = 'src';
const OUT = 'build/css-types';
const CLASSES_ONLY = { animation: false, grid: false, customIdents: false };

rmSync(OUT, { recursive: true, force: true });
for (const file of readdirSync(SOURCES, { recursive: true })) declare(file);
if (process.argv.includes('--watch')) watch(SOURCES, { recursive: true }, (_, file) => declareAgain(file));

function declare(file) {
  if (!file.endsWith('.module.css')) return;
  const source = join(SOURCES, file);
  const target = join(OUT, `${source}.d.ts`);
  if (!existsSync(source)) return rmSync(target, { force: true });
  const { exports } = transform({ filename: source, code: readFileSync(source), cssModules: CLASSES_ONLY });
  const classes = Object.keys(exports).sort();
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(
    target,
    `declare const css: {\n${classes.map((name) => `  readonly '${name}': string;\n`).join('')}};\nexport default css;\n`,
  );
}

function declareAgain(file) {
  try {
    declare(file);
  } catch (error) {
    console.error(`${file}: ${error.message}`);
  }
}
