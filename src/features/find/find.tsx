import { useState } from 'react';
import { FindDialog, type FindProps } from './find-dialog.tsx';
import { Next, type NextDialog } from './next-dialog.tsx';

export default function Find(props: FindProps) {
  const [next, setNext] = useState<NextDialog | null>(null);
  if (next) return <Next next={next} onClose={props.onClose} />;
  return <FindDialog {...props} onNext={setNext} />;
}
