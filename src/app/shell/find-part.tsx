import FindDialog from '../../features/find/find.tsx';
import { clipboard } from '../device/clipboard.ts';

export interface FindPartProps {
  /** Returns what was typed before the field had the focus. */
  readonly typedBefore: () => string;
  readonly isApple: boolean;
  readonly onClose: () => void;
}

/** A lazy chunk. */
export default function FindPart(props: FindPartProps) {
  return <FindDialog {...props} copy={clipboard()} />;
}
