// The minimum that a page must do to show the first customers stored on the device, without a framework or library.
const COLUMNS = ['email', 'phone', 'company_name', 'customer_type', 'status'];

const opening = indexedDB.open('plain', 1);
opening.onupgradeneeded = () => opening.result.createObjectStore('customers', { keyPath: 'id' });
opening.onsuccess = () => {
  const reading = opening.result.transaction('customers').objectStore('customers').getAll(null, 50);
  reading.onsuccess = () => {
    show(reading.result);
    if (navigator.serviceWorker.controller === null) void navigator.serviceWorker.register('/sw.js');
  };
};

function show(rows) {
  const drawn = document.createDocumentFragment();
  for (const row of rows) {
    const line = document.createElement('tr');
    const name = `${row.first_name} ${row.last_name}`;
    for (const text of [name, ...COLUMNS.map((column) => row[column])])
      line.appendChild(document.createElement('td')).textContent = text;
    drawn.append(line);
  }
  drawn.firstElementChild?.setAttribute('data-first-row', '');
  document.querySelector('tbody').append(drawn);
}
