import type { Ledger } from './ledger.ts';
import { fieldsOf, json, notAllowed, type WireAnswer, type WireRequest } from './wire.ts';

export const SETTINGS_PATH = '/api/v1/company/settings/';

const NAMES = ['name', 'address', 'phone', 'logo', 'checklists', 'document_texts', 'price_list'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const LOGO = /^(data:image\/(png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/=]*)?$/;
const LOGO_BYTES = 64 * 1024;

interface Asked {
  /** The version that the client says it knows. */
  readonly known: string | null;
  readonly body: unknown;
  /** Who asks. */
  readonly by: string;
}

/** The settings of one company, as a server keeps and shows them. */
export class CompanySettings {
  /** 0 while nobody has set anything. */
  version = 0;
  readonly #values: Values = {
    name: '',
    address: '',
    phone: '',
    logo: '',
    checklists: '',
    document_texts: '',
    price_list: '',
  };
  readonly #history: object[] = [];
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get shown() {
    return { version: this.version, ...this.#values, history: this.#history };
  }

  answer({ method, ifMatch }: Pick<WireRequest, 'method' | 'ifMatch'>, asked: Asked): WireAnswer {
    const { version } = this;
    if (method === 'GET') return json(200, asked.known === String(version) ? { version } : this.shown);
    if (method !== 'PATCH') return notAllowed(method, 'GET, PATCH, HEAD, OPTIONS');
    if (ifMatch !== null && ifMatch !== String(version)) return json(412, this.shown);
    const given = fieldsOf(asked.body);
    if (given['logo'] !== undefined && !isLogo(given['logo']))
      return json(400, { logo: ['The picture must be a PNG or JPEG of 64 KiB at most.'] });
    this.change(given, asked.by);
    return json(200, this.shown);
  }

  /** Somebody changes settings; what is set already stays as it is. */
  change(given: Readonly<Record<string, unknown>>, by: string): void {
    const changed = NAMES.filter(
      (name) => typeof given[name] === 'string' && given[name] !== this.#values[name],
    );
    if (changed.length === 0) return;
    for (const name of changed) {
      const [before, after] = [this.#values[name], String(given[name]).trim()];
      this.#values[name] = after;
      const isShort = name === 'name' || name === 'address' || name === 'phone';
      const texts = isShort ? { before, after } : { before: null, after: null };
      this.#history.unshift({ setting: name, ...texts, at: '2026-11-27T20:48:00.000Z', by });
    }
    this.version += 1;
    this.#ledger.tick();
  }
}

function isLogo(logo: unknown): boolean {
  return typeof logo === 'string' && LOGO.test(logo) && atob(logo.split(',')[1] ?? '').length <= LOGO_BYTES;
}
