import { describe, expect, it } from 'vitest';
import { OwnWrites } from '../../src/sync/own-writes.ts';

describe('[L4] what memory may not know yet of what this engine wrote', () => {
  it('is nothing where it has met the newest write', () => {
    const writes = new OwnWrites();
    expect(writes.since('customers', 7, 7)).toEqual(new Set());
  });

  it('is those records, for as long as nobody else has written between', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a', 'b']);
    writes.add('customers', 9, ['c']);
    expect(writes.since('customers', 7, 9)).toEqual(new Set(['a', 'b', 'c']));
    expect(writes.since('customers', 8, 9)).toEqual(new Set(['a', 'b', 'c']));
    expect(writes.since('projects', 7, 9)).toBeNull();
  });

  it('may be any record where somebody else has written, or memory is further behind', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a']);
    expect(writes.since('customers', 7, 9)).toBeNull();
    expect(writes.since('customers', 6, 8)).toBeNull();
    writes.add('customers', 10, ['b']);
    expect(writes.since('customers', 8, 10)).toBeNull();
    expect(writes.since('customers', 9, 10)).toEqual(new Set(['b']));
  });

  it('counts no write that was not committed after all', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a']);
    expect(writes.since('customers', 7, 7)).toEqual(new Set());
    writes.add('customers', 8, ['b']);
    expect(writes.since('customers', 7, 8)).toEqual(new Set(['b']));
  });

  it('is forgotten once memory has met it', () => {
    const writes = new OwnWrites();
    writes.add('customers', 8, ['a']);
    writes.since('customers', 8, 8);
    writes.add('customers', 9, ['b']);
    expect(writes.since('customers', 8, 9)).toEqual(new Set(['b']));
  });
});
