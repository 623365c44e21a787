/** Null where browsers offer none, as over plain HTTP. The function returns false if the browser refuses. */
export function clipboard(): ((text: string) => Promise<boolean>) | null {
  if (!('clipboard' in navigator)) return null;
  const { clipboard: board } = navigator;
  return (text) =>
    board.writeText(text).then(
      () => true,
      () => false,
    );
}
