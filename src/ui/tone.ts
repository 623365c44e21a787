/** A colour that a state may have; tones.css has its shades. */
export type Tone = 'green' | 'grey' | 'blue' | 'violet' | 'orange' | 'red' | 'alarm';

/** The colours of every status and priority of the app. A value that is not here is grey. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'green',
  inactive: 'grey',
  prospect: 'blue',
  lead: 'violet',
  pending: 'orange',
  assigned: 'violet',
  in_progress: 'blue',
  on_hold: 'red',
  completed: 'green',
  cancelled: 'grey',
  low: 'green',
  medium: 'orange',
  high: 'red',
  urgent: 'alarm',
  draft: 'grey',
  sent: 'blue',
  accepted: 'green',
  rejected: 'red',
  expired: 'orange',
};

export function toneOf(status: string): Tone {
  return (Object.hasOwn(TONES, status) && TONES[status]) || 'grey';
}
