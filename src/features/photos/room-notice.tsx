import type { PhotoRoom } from '../../files/photo-room.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { photoRoomWords } from '../../words/photos.ts';

/** Warns before a photo is taken if only a few more fit, or none. */
export function RoomNotice({ room }: { readonly room: PhotoRoom }) {
  return (
    <div role="status">
      {room !== 'enough' && (
        <Notice tone={room === 'none' ? 'error' : 'warning'}>{photoRoomWords[room]}</Notice>
      )}
    </div>
  );
}
