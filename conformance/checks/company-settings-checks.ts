import { COMPANY_SETTINGS_PATH, refusalsIn, settingsIn } from '../../src/api/company-settings-api.ts';
import { COMPANY_SETTING_NAMES, type ServerSettings } from '../../src/domain/settings.ts';
import { fails, OK, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { inWords, isSuccess, objectIn, statusOf } from '../exchange.ts';
import { extensionChecks } from './extension.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MOST_BYTES = 64 * 1024;

export const companySettingsChecks = extensionChecks('company-settings', [
  {
    name: 'read',
    asks: `GET ${COMPANY_SETTINGS_PATH} returns name, address, phone, logo, checklists, document_texts and price_list as text, and their version, a whole number.`,
    otherwise: 'The company’s name, logo and checklists stay on each device and are not shared.',
    run: async (context) => {
      const exchange = await context.ask('GET', COMPANY_SETTINGS_PATH);
      // The app also reads settings without a price list.
      const hasList = typeof objectIn(exchange)?.['price_list'] === 'string';
      return hasList && settingsIn(exchange.answer) ? OK : fails(inWords(exchange));
    },
  },
  {
    name: 'change',
    asks: 'A PATCH that names the current version changes only the settings in it, and returns 200 with all settings and a higher version.',
    otherwise: 'A changed setting stays on the device where it was changed.',
    run: async (context) => {
      const { before, exchange } = await aChange(context);
      const after = isSuccess(exchange) ? settingsIn(exchange.answer) : null;
      if (!after) return fails(inWords(exchange));
      const now = await context.settings.read();
      const others = COMPANY_SETTING_NAMES.filter((name) => name !== 'checklists');
      return unless([
        ...(after.version > before.version
          ? []
          : [`the version was ${before.version} and is ${after.version}`]),
        ...(after.values.checklists.includes(context.run) ? [] : ['the answer does not show the change']),
        ...(isSame(now, after) ? [] : ['when read again, the settings differ from the answer']),
        ...others
          .filter((name) => after.values[name] !== before.values[name])
          .map((name) => `${name} was changed as well`),
      ]);
    },
  },
  {
    name: 'stale',
    asks: 'A PATCH that names an earlier version returns 412 with the current settings, and changes nothing.',
    otherwise: 'Two people change the settings at the same time: one change is silently overwritten.',
    run: async (context) => {
      const { before } = await aChange(context);
      const now = await context.settings.read();
      const exchange = await context.settings.change(
        { checklists: before.values.checklists },
        before.version,
      );
      if (statusOf(exchange) !== 412) return fails(inWords(exchange));
      const told = settingsIn(exchange.answer);
      if (!told || !isSame(told, now))
        return fails(`${inWords(exchange)}, which are not the current settings`);
      return isSame(await context.settings.read(), now) ? OK : fails('412, but they were changed');
    },
  },
  {
    name: 'logo',
    asks: 'A logo that is not a PNG or JPEG, or is larger than 64 KiB, is refused with 400 and an error under logo.',
    otherwise:
      'The logo on all devices may be a file that cannot be shown, or one too large for a weak signal.',
    run: async (context) => {
      const logos = {
        'text that is declared as a PNG': [...new TextEncoder().encode(`Conformance check ${context.run}`)],
        'a PNG of more than 64 KiB': [...PNG, ...Array<number>(MOST_BYTES).fill(0)],
      };
      const found: string[] = [];
      for (const [what, bytes] of Object.entries(logos)) {
        const { version } = await context.settings.read();
        const logo = `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
        const exchange = await context.settings.change({ logo }, version);
        if (statusOf(exchange) !== 400) found.push(`${what}: ${exchange.line}: ${statusOf(exchange)}`);
        else if (refusalsIn(exchange.answer).companyLogo === undefined)
          found.push(`${what}: ${inWords(exchange)}`);
      }
      return unless(found);
    },
  },
]);

function aChange(context: CheckContext) {
  return context.once('settings.change', async () => {
    const before = await context.settings.read();
    const checklists = `${before.values.checklists}\n\nConformance check ${context.run}:\nIgnore this`.trim();
    return { before, exchange: await context.settings.change({ checklists }, before.version) };
  });
}

function isSame(one: ServerSettings, other: ServerSettings): boolean {
  return (
    one.version === other.version &&
    COMPANY_SETTING_NAMES.every((name) => one.values[name] === other.values[name])
  );
}
