import type { ReactNode } from 'react';
import { CUSTOMER_TYPES, type Customer } from '../../domain/customer.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { choiceLabel } from '../../ui/choice-label.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { MailIcon, PhoneIcon } from '../../ui/icons.ts';
import css from './customer-facts.module.css';
import { CustomerStatus } from './customer-status.tsx';

/** All that is known of a customer, with ways to call and to write. */
export function CustomerFacts({ customer, title }: { readonly customer: Customer; readonly title: string }) {
  const phone = customer.phone.trim();
  const email = customer.email.trim();
  const place = [customer.city, [customer.state, customer.postal_code].filter(Boolean).join(' ')];
  const address = [customer.address_line_1, place.filter(Boolean).join(', ')].filter(Boolean);
  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        <Avatar name={title} large />
        <div className={css['who']}>
          <h1 className={css['title']}>{title}</h1>
          <p className={css['line']}>
            <CustomerStatus status={customer.status} />
            <span>{choiceLabel(customer.customer_type, CUSTOMER_TYPES)}</span>
          </p>
        </div>
      </div>
      {(phone !== '' || email !== '') && (
        <div className={css['reach']}>
          {phone !== '' && (
            <a className={css['way']} href={`tel:${phone.replace(/[^\d+*#]/g, '')}`}>
              <PhoneIcon size={18} aria-hidden /> Call
            </a>
          )}
          {email !== '' && (
            <a className={css['way']} href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
              <MailIcon size={18} aria-hidden /> Email
            </a>
          )}
        </div>
      )}
      <dl className={css['facts']}>
        <Fact name="Email">
          <EmailText email={email} />
        </Fact>
        <Fact name="Phone">{phone}</Fact>
        <Fact name="Company">{customer.company_name}</Fact>
        <Fact name="Address">
          {address.map((line) => (
            <span key={line} className={css['addressLine']}>
              {line}
            </span>
          ))}
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const blank = children === '' || (Array.isArray(children) && children.length === 0);
  return (
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd>{blank ? '-' : children}</dd>
    </div>
  );
}
