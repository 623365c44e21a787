import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type RecordServices, RecordsContext } from '../../src/records/record-services.ts';

import { useInSteps } from '../../src/records/use-in-steps.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

const FEW = 10;
const MANY = 5000;

interface Shown {
  readonly work: () => Generator<void, string>;
  readonly size: number;
  readonly about: string;
}

function Result(props: Shown) {
  return <p>{useInSteps(props) ?? 'nothing yet'}</p>;
}

/** Returns work that ends with `result` once `release` was called. */
function heldBack(result: string): Pick<Shown, 'work'> & { readonly release: () => void } {
  let released = false;
  return {
    work: function* () {
      while (!released) yield;
      return result;
    },
    release: () => {
      released = true;
    },
  };
}

function shown(first: Shown) {
  const clock = new ManualClock();
  const drawn = (props: Shown) => (
    <RecordsContext value={{ clock } as unknown as RecordServices}>
      <Result {...props} />
    </RecordsContext>
  );
  const { rerender } = render(drawn(first));
  return {
    show: (props: Shown) => act(async () => rerender(drawn(props))),
    frame: () => act(async () => clock.advance(0)),
  };
}

it('shows a short result until the first long one is done, and never again', async () => {
  const [few, many, other, again] = [
    heldBack('few'),
    heldBack('many'),
    heldBack('other'),
    heldBack('many again'),
  ];
  few.release();
  const { show, frame } = shown({ ...few, size: FEW, about: 'jobs' });
  expect(screen.getByText('few')).toBeInTheDocument();

  await show({ ...many, size: MANY, about: 'jobs' });
  expect(screen.getByText('few')).toBeInTheDocument();
  many.release();
  await frame();
  await frame();
  expect(await screen.findByText('many')).toBeInTheDocument();

  await show({ ...other, size: MANY, about: 'crew' });
  expect(screen.getByText('nothing yet')).toBeInTheDocument();
  await show({ ...again, size: MANY, about: 'jobs' });
  expect(screen.getByText('nothing yet')).toBeInTheDocument();
  other.release();
  again.release();
  await frame();
  await frame();
  await frame();
  expect(await screen.findByText('many again')).toBeInTheDocument();
});

it('forgets a short result as soon as something else is asked for', async () => {
  const [few, crew, again] = [heldBack('few'), heldBack('crew'), heldBack('again')];
  few.release();
  const { show } = shown({ ...few, size: FEW, about: 'jobs' });
  await show({ ...crew, size: MANY, about: 'crew' });
  await show({ ...again, size: MANY, about: 'jobs' });
  expect(screen.getByText('nothing yet')).toBeInTheDocument();
});

it('begins long work after the task that draws the screen', async () => {
  let begun = 0;
  const work = function* () {
    begun += 1;
    yield;
    return 'done';
  };
  const { show, frame } = shown({ work, size: MANY, about: 'jobs' });
  await show({ work, size: MANY, about: 'jobs' });
  expect(begun).toBe(0);
  await frame();
  expect(begun).toBe(1);
  expect(await screen.findByText('done')).toBeInTheDocument();
});
