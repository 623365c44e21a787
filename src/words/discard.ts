import { sentences } from './sentences.ts';

/** The question before a change is dropped for good. */
export const discardWords = sentences({
  title: 'Discard my change',
  removesRecord: '{change}, {title}: this {noun} will be removed from this device for good.',
  keepsRecord: '{change}, {title}: the {noun} stays.',
  showsServers: '{change}, {title}: the server’s values will be shown again.',
  referring:
    '{count, plural, one {# change that waits to be sent refers to this {noun} and will need attention.} other {# changes that wait to be sent refer to this {noun} and will need attention.}}',
  titleAll: 'Discard {count, plural, one {# change} other {# changes}}',
  removesRecords:
    '{names}: these {count, plural, other {#}} {nouns} will be removed from this device for good.',
  keepsRecords: '{names}: these {count, plural, other {#}} {nouns} stay.',
  showsServersOfAll:
    '{names}: the server’s values of these {count, plural, other {#}} {nouns} will be shown again.',
  referringToAll:
    '{count, plural, one {# change that waits to be sent refers to one of them and will need attention.} other {# changes that wait to be sent refer to them and will need attention.}}',
  keep: 'Keep',
  discard: 'Discard',
});
