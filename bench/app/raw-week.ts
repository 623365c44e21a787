// Both run in a page without framework, so they may use nothing from outside.

/** Stores all work orders, with an index by day. */
export async function fillJobs(count: number): Promise<void> {
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('week', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('jobs', { keyPath: 'id' }).createIndex('day', 'scheduled_date');
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
  });
  const response = await fetch(`/api/v1/work-orders/work-orders/?page_size=${count}`);
  const { results } = await response.json();
  const writing = opened.transaction('jobs', 'readwrite');
  for (const row of results) writing.objectStore('jobs').put(row);
  await new Promise((resolve) => {
    writing.oncomplete = resolve;
  });
  opened.close();
}

/** Reads a week's jobs and draws a card for each, by person and day. Returns the time in ms until the paint. */
export async function drawWeek({
  day,
  cards,
}: {
  readonly day: string;
  readonly cards: number;
}): Promise<number> {
  document.body.replaceChildren();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const begun = performance.now();
  const days = Array.from({ length: 7 }, (_, n) => {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + n);
    return date.toISOString().slice(0, 10);
  });
  const rows = await new Promise<Record<string, string>[]>((resolve, reject) => {
    const opening = indexedDB.open('week', 1);
    opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    opening.onsuccess = () => {
      const index = opening.result.transaction('jobs').objectStore('jobs').index('day');
      const reading = index.getAll(IDBKeyRange.bound(days[0], days[6]));
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
    };
  });
  const people = new Map<string, Record<string, string>[][]>();
  for (const row of rows) {
    const [, name = ''] = /^Crew: (.*)$/m.exec(row['notes'] ?? '') ?? [];
    const cells = people.get(name) ?? days.map(() => []);
    cells[days.indexOf(row['scheduled_date'] ?? '')]?.push(row);
    people.set(name, cells);
  }
  const element = (name: string, text = ''): HTMLElement => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };
  const table = document.createElement('table');
  for (const [name, cells] of [...people].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const line = table.appendChild(element('tr'));
    line.append(element('th', name));
    for (const cell of cells) {
      const list = line.appendChild(element('td')).appendChild(element('ul'));
      for (const row of cell) {
        const card = list.appendChild(element('li')).appendChild(element('article'));
        card.style.border = '1px solid';
        const link = document.createElement('a');
        link.href = `/work-orders/${row['id']}`;
        const [, time = ''] = /^Time: (.*)$/m.exec(row['notes'] ?? '') ?? [];
        for (const text of [time, row['priority'], row['title'], row['city'], row['status']])
          link.append(element('span', text));
        card.append(link, element('button', '…'));
      }
    }
  }
  document.body.append(table);
  const drawn = document.querySelectorAll('article').length;
  if (drawn !== cards) throw new Error(`${drawn} cards instead of ${cards}`);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begun;
}
