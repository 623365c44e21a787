/** The smallest JPEG: one white pixel. */
const PIXEL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';

export const A_JPEG = Uint8Array.from(atob(PIXEL), (letter) => letter.charCodeAt(0));

/** Each number makes other bytes of the same picture: what follows the picture is not read. */
export function jpegFile(n: number, name = `IMG_${n}.jpg`): File {
  return new File([A_JPEG, new Uint8Array([n])], name, { type: 'image/jpeg' });
}
