import { useEffect, useState } from 'react';
import { adjusterWords, contactWords, namelessAdjusterWords } from '../../words/common.ts';
import { DirectionsIcon, MailIcon, MessageIcon, PhoneIcon } from '../icons.ts';
import css from './contact-links.module.css';
import type { dialedNumber } from './dialed-number.ts';
import { type Dialed, plainNumber } from './plain-number.ts';

interface ContactLinksProps {
  readonly phone: string;
  readonly email: string;
  /** In one line, for a map search. */
  readonly address: string;
  /** '' if the adjuster has no name. Without it, the links are for the customer. */
  readonly adjuster?: string;
  /** Taller, for gloves, as on the screen of a job. */
  readonly isLarge?: boolean | undefined;
}

export function ContactLinks({ phone, email, address, adjuster, isLarge = false }: ContactLinksProps) {
  const number = useDialed(phone);
  const mail = mailAddress(email);
  const words = wordsFor(adjuster);
  if (number === null && mail === '' && address === '') return null;
  return (
    <>
      {words && (
        <p className={css.whom} data-no-print>
          {words.whom}
        </p>
      )}
      <div className={css.reach} data-large={isLarge || undefined} data-no-print>
        {number && (
          <>
            <a className={css.way} href={`tel:${number.call}`} aria-label={words?.call}>
              <PhoneIcon size={18} aria-hidden /> <span>{contactWords.call}</span>
            </a>
            <a className={css.way} href={`sms:${number.text}`} aria-label={words?.text}>
              <MessageIcon size={18} aria-hidden /> <span>{contactWords.text}</span>
            </a>
          </>
        )}
        {mail !== '' && (
          <a className={css.way} href={`mailto:${mail}`} aria-label={words?.email}>
            <MailIcon size={18} aria-hidden /> <span>{contactWords.email}</span>
          </a>
        )}
        {address !== '' && <DirectionsLink address={address} />}
      </div>
    </>
  );
}

/** Returns an address for `mailto:`, '' if there is none. */
export function mailAddress(email: string): string {
  return encodeURIComponent(email.trim()).replaceAll('%40', '@');
}

/** @param address in one line */
export function DirectionsLink({ address }: { readonly address: string }) {
  return (
    <a className={css.way} href={directionsTo(address)} target="_blank" rel="noreferrer">
      <DirectionsIcon size={18} aria-hidden /> {contactWords.directions}
    </a>
  );
}

/** @param address in one line */
export function directionsTo(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
}

/** Returns null while the parser for unusual numbers is loading. */
export function useDialed(phone: string): Dialed | null {
  const plain = plainNumber(phone);
  const [read, setRead] = useState<typeof dialedNumber | null>(null);
  const wanted = plain === null && /\p{N}/u.test(phone) && read === null;
  useEffect(() => {
    // Lazy: the parser knows all countries and is as large as a screen. If it fails to load, no link is better
    // than a wrong number.
    if (wanted)
      import('./dialed-number.ts').then(
        (loaded) => setRead(() => loaded.dialedNumber),
        () => undefined,
      );
  }, [wanted]);
  return plain ?? read?.(phone) ?? null;
}

/** Null for the customer, because the whole card is about the customer. */
function wordsFor(adjuster: string | undefined) {
  if (adjuster === undefined) return null;
  if (adjuster === '') return namelessAdjusterWords;
  const given = { name: adjuster };
  return {
    whom: adjusterWords.whom(given),
    call: adjusterWords.call(given),
    text: adjusterWords.text(given),
    email: adjusterWords.email(given),
  };
}
