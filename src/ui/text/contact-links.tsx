import { contactWords } from '../../words/pieces.ts';
import { DirectionsIcon, MailIcon, MessageIcon, PhoneIcon } from '../icons.ts';
import css from './contact-links.module.css';

interface Props {
  readonly phone: string;
  readonly email: string;
  /** In one line, as one would tell it to a map. */
  readonly address: string;
}

/** Ways to reach somebody or some place: whatever is known, by the device's own apps. */
export function ContactLinks({ phone, email, address }: Props) {
  const number = phone.replace(/[^\d+*#]/g, '');
  const mail = encodeURIComponent(email.trim()).replaceAll('%40', '@');
  if (number === '' && mail === '' && address === '') return null;
  return (
    <div className={css['reach']} data-no-print>
      {number !== '' && (
        <>
          <a className={css['way']} href={`tel:${number}`}>
            <PhoneIcon size={18} aria-hidden /> {contactWords.call}
          </a>
          <a className={css['way']} href={`sms:${number}`}>
            <MessageIcon size={18} aria-hidden /> {contactWords.text}
          </a>
        </>
      )}
      {mail !== '' && (
        <a className={css['way']} href={`mailto:${mail}`}>
          <MailIcon size={18} aria-hidden /> {contactWords.email}
        </a>
      )}
      {address !== '' && (
        <a
          className={css['way']}
          href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noreferrer"
        >
          <DirectionsIcon size={18} aria-hidden /> {contactWords.directions}
        </a>
      )}
    </div>
  );
}
