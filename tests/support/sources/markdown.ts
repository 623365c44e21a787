import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

/** A fenced block of a page. */
interface Block {
  readonly language: string;
  /** What stands behind the language: the file that the block shows. */
  readonly info: string;
  readonly text: string;
}

const FENCE = /^```(\S*)[ ]?(.*)\n([\s\S]*?)^```$/gm;

export function blocksIn(text: string): Block[] {
  return [...text.matchAll(FENCE)].map(([, language = '', info = '', body = '']) => ({
    language,
    info,
    text: body,
  }));
}

/** The addresses that a page links to or shows pictures of, those of its reference definitions included. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(FENCE, '').replaceAll(/`[^`\n]*`/g, '``');
  const inline = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|href)="([^"]+)"/g)];
  return [...inline, ...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)].map(([, to = '']) => to);
}

/** Relative links of the page at `file` that lead nowhere: no such file, or no such heading in it. */
export function brokenLinks(file: string, text: string): string[] {
  return linksIn(text).filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(file, text, link));
}

function leadsSomewhere(file: string, text: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  if (path === '') return anchorsIn(text).includes(anchor ?? '');
  const target = posix.join(posix.dirname(file), path);
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  return statSync(target).isFile() && anchorsIn(readFileSync(target, 'utf8')).includes(anchor);
}

/** Names of a page's headings as GitHub makes them. */
function anchorsIn(text: string): string[] {
  return [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** Paths of the project that a page names as code. */
export function pathsIn(text: string): string[] {
  const named = text
    .replaceAll(FENCE, '')
    .matchAll(/`((?:src|tests|server|docs|scripts|config|conformance|deploy)\/[^`\s]+)`/g);
  return [...named].map(([, path = '']) => path);
}
