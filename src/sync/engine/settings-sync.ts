import {
  refusalsIn,
  requestSettings,
  sendSettings,
  settingsIn,
  settingsVersionIn,
} from '../../api/company-settings-api.ts';
import type { MetaRows } from '../../db/meta-rows.ts';
import { changeKeptSettings, noteSettings, readKeptSettings } from '../../db/settings-store.ts';
import { type Answer, isThrottled, jsonObject } from '../../domain/answer.ts';
import { messageOf } from '../../domain/server-message.ts';
import {
  type CompanySettingName,
  type CompanySettings,
  NO_COMPANY_SETTINGS,
  type ServerSettings,
} from '../../domain/settings.ts';
import { backoff } from '../../domain/waits.ts';
import { type KeptSettings, settingsState, settingsToSend } from '../../outbox/kept-settings.ts';
import { reduceSettings } from '../../outbox/reduce-settings.ts';
import { settingsFailures } from '../../words/checks.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';

/** After this many rounds lost to other devices, the next try waits. */
const ROUNDS = 5;

export class SettingsSync {
  readonly #context: SyncContext;
  #wanted = true;
  #isBusy = false;
  #notBefore = 0;
  #failures = 0;
  #requestAt: number | undefined;
  #version: number | null = null;
  /** This page has received all settings that the server has. */
  #hasReadAll = false;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  get facts(): { readonly wanted: boolean; readonly isBusy: boolean; readonly notBefore: number } {
    return { wanted: this.#wanted, isBusy: this.#isBusy, notBefore: this.#notBefore };
  }

  want(): void {
    this.#wanted = true;
    this.#notBefore = 0;
  }

  noteVersion(version: number): void {
    if (version !== this.#version) this.want();
  }

  takeRequest(meta: MetaRows): void {
    const at = meta.get('request:settings')?.at;
    if (at === this.#requestAt) return;
    this.#requestAt = at;
    this.want();
  }

  async run(): Promise<WorkResult> {
    this.#isBusy = true;
    this.#wanted = false;
    try {
      const failed = await this.#exchange();
      await this.#noteState();
      if (failed !== null) {
        this.#putOff();
        return this.#lesson(failed);
      }
      this.#failures = 0;
      return CONTACT;
    } catch (error) {
      this.#putOff();
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  /** A page may have died between a save and its count, and sending, which counts again, needs a connection. */
  async count(): Promise<WorkResult> {
    await this.#noteState();
    return NOTHING;
  }

  /** Repeats until the stored counts are right, because a save in between stores its own. */
  async #noteState(): Promise<void> {
    const { db } = this.#context;
    let kept = await readKeptSettings(db);
    for (let noted = ''; noted !== JSON.stringify(settingsState(kept)); kept = await readKeptSettings(db)) {
      noted = JSON.stringify(settingsState(kept));
      await noteSettings(db.relaxed, kept);
    }
  }

  #putOff(): void {
    const { clock, random } = this.#context;
    this.#wanted = true;
    this.#notBefore = clock.now() + backoff(this.#failures, random);
    this.#failures += 1;
  }

  async #exchange(): Promise<Answer | null> {
    const { db, send, signal } = this.#context;
    for (let round = 0; ; round += 1) {
      const kept = await changeKeptSettings(db, (now) => (this.#isPartial(now) ? now : markToSend(now)));
      const isPartial = this.#isPartial(kept);
      const sent = isPartial ? null : toSend(kept);
      const version = isPartial ? null : (kept.server?.version ?? null);
      const answer =
        sent !== null && version !== null
          ? await sendSettings(send, sent, { version, signal })
          : await requestSettings(send, version, signal);
      const next = this.#afterAnswer(kept, answer, sent);
      if (next === null) return answer;
      assertOwner(this.#context);
      const after = await changeKeptSettings(db, next);
      this.#version = after.server?.version ?? null;
      if (Object.keys(settingsToSend(after)).length === 0) return null;
      if (round === ROUNDS) return answer;
    }
  }

  /** An earlier build stored the server's version without the settings that it did not know. */
  #isPartial({ server }: KeptSettings): boolean {
    if (this.#hasReadAll || server === null) return false;
    const names = Object.keys(NO_COMPANY_SETTINGS) as CompanySettingName[];
    return names.some((name) => typeof server.values[name] !== 'string');
  }

  /** Returns null if the exchange failed. */
  #afterAnswer(
    { server }: KeptSettings,
    answer: Answer,
    sent: Partial<CompanySettings> | null,
  ): ((kept: KeptSettings) => KeptSettings) | null {
    const isDone = jsonObject(answer) !== null;
    const isOutdated = answer.kind === 'response' && answer.status === 412;
    const shown = isDone || isOutdated ? settingsIn(answer) : null;
    if (shown) this.#hasReadAll = true;
    if (shown && isDone && sent?.priceList && shown.values.priceList === '') return withoutList(sent, shown);
    if (shown)
      return (kept) => reduceSettings(kept, { type: 'received', server: shown, sent: isDone ? sent : null });
    if (isDone && sent === null && settingsVersionIn(answer) === server?.version) return (kept) => kept;
    if (sent === null || !isRefusal(answer)) return null;
    const sentence = messageOf(bodyOf(answer)) ?? settingsFailures.refused;
    const named = refusalsIn(answer);
    return (kept) => reduceSettings(kept, { type: 'refused', sent, named, sentence });
  }

  /** A refusal concerns only the settings. A missing answer, 401, 425 and 429 concern the whole engine. */
  #lesson(answer: Answer): WorkResult {
    const isOwn = answer.kind === 'response' && answer.status !== 401 && !isThrottled(answer.status);
    return isOwn ? NOTHING : failedGet(this.#context, answer);
  }
}

/** Null if nothing waits, or if the server has not shown its settings yet. */
function toSend(kept: KeptSettings): Partial<CompanySettings> | null {
  const waiting = settingsToSend(kept);
  return kept.server !== null && Object.keys(waiting).length > 0 ? waiting : null;
}

/** Marks in the transaction that reads: a setting that is taken back before it is marked is not sent. */
function markToSend(kept: KeptSettings): KeptSettings {
  const sent = toSend(kept);
  return sent === null ? kept : reduceSettings(kept, { type: 'sending', sent });
}

/** A server from before the price list takes a change, but leaves the list out: the list stays on the device. */
function withoutList(
  { priceList = '', ...stored }: Partial<CompanySettings>,
  server: ServerSettings,
): (kept: KeptSettings) => KeptSettings {
  const refused = { sent: { priceList }, named: {}, sentence: settingsFailures.notKept };
  return (kept) => {
    const next = reduceSettings(kept, { type: 'received', server, sent: stored });
    return reduceSettings(next, { type: 'refused', ...refused });
  };
}

function isRefusal(answer: Answer): boolean {
  return answer.kind === 'response' && [400, 403, 409, 413, 422].includes(answer.status);
}

function bodyOf(answer: Answer): unknown {
  return answer.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
}
