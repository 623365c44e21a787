import { sentences } from './sentences.ts';

export const photoWords = sentences({
  title: 'Photos',
  none: 'No photos on this device yet.',
  keepsNone: 'This server keeps no files.',
  keepsNoneWay: 'Take photos with the camera app of your phone. They stay in its gallery.',
  stillHere:
    '{count, plural, one {# photo is} other {# photos are}} on this device only. Do not clear the data of this site.',
  mayBeDeleted:
    'A private window deletes photos that are not on the server yet when it is closed. An installed app is safer.',
  privateWindow:
    'This looks like a private window. When you close it, it deletes all photos that are not on the server yet. Take photos in a normal window.',
  take: 'Take photo',
  ofMeter: 'Photo of the meter',
  fromGallery: 'From gallery',
  cameraFile: 'Photo from the camera',
  galleryFiles: 'Photos from the gallery',
  forNext: 'Room and label of the next photos',
  room: 'Room',
  roomHint: 'Kitchen',
  label: 'Label',
  keeping: '{kept, plural, other {#}} of {all, plural, other {#}} kept on this phone',
  hereAlready: '{count, plural, one {# photo was} other {# photos were}} here already.',
  stayHere: 'These are too many to read at once. Stay in the app until all are kept.',
  inRoom: '{room}: {count, plural, one {# photo} other {# photos}}',
  noRoom: 'No room',
  open: 'Open {photo}',
  noPreview: 'No preview on this device',
});

/** How complete the photos of a record are. */
export const photoListWords = sentences({
  asOf: 'The list of photos is as of {time}.',
  reading: 'Looking for photos on the server…',
  noConnection: 'There may be more photos on the server. They appear here when there is a connection.',
  maybeMore: 'There may be more photos on the server.',
});

export const intakeWords = sentences({
  newPhoto: 'The new photo',
  notKept: '{file} was not kept.',
  chooseAgain: '{file} was not kept on this device. Choose it again.',
  unsaved:
    '{count, plural, one {# photo is} other {# photos are}} not stored on this device yet. Do not close the app. Try again.',
  appFault:
    'Something went wrong in the app. If another try does not help, take the photo with the camera app of this phone.',
  tryAgain: 'Try again',
  giveUp: 'Throw away',
});

/** Names a photo for people who cannot see it. */
export const photoNames = sentences({
  photo: 'Photo',
  noun: 'photo',
  inRoom: '{photo}, {room}',
  withCaption: '{photo}: {caption}',
  taken: '{when} · {who}',
});

export const photoStateWords = sentences({
  waiting: 'Waiting',
  sending: 'Sending',
  stored: 'On the server',
  attention: 'Needs attention',
});

export const viewerWords = sentences({
  place: '{at, plural, other {#}} of {all, plural, other {#}}',
  previous: 'Previous photo',
  next: 'Next photo',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  editPhoto: 'Edit caption, room and label',
  caption: 'Caption',
  done: 'Done',
  delete: 'Delete photo',
  deleted: 'Photo deleted.',
  deletedMeanwhile:
    'This photo has been deleted. What you typed cannot be saved. Copy it if you need it, then press Done.',
  showInSync: 'Show it in Sync',
  loading: 'Loading the photo…',
  smallOnly: 'Only the small picture is on this device. The photo loads when there is a connection.',
  refused: 'The server does not take this photo. It stays on this device. Tell your administrator.',
  lost: 'Neither the server nor this device has a whole copy of this photo. The device that took it may still have it.',
  damaged:
    'This photo is damaged: its bytes on this device are no longer those that were kept. Another copy may be whole, such as one in the gallery of a phone.',
  damagedAndLost:
    'This photo is damaged on this device, and the server has no whole copy. Another copy may be whole, such as one in the gallery of a phone.',
  fetchedAgain: 'The copy on this device is damaged. The photo is fetched from the server again.',
  asItIs: 'Save it as it is',
  unreadable: 'The storage of this device did not give out the photo. Try again.',
  cannotShow: 'This device cannot show this photo. It is kept and sent unchanged.',
});

export const cameraWords = sentences({
  title: 'Camera',
  shoot: 'Take photo',
  shooting: 'Taking…',
  torch: 'Light',
  kept: '{count, plural, =0 {No photos kept yet} one {# photo kept} other {# photos kept}}',
  starting: 'Starting the camera…',
  refused:
    'The app may not use the camera. Allow it in the settings of the browser, or use the camera app of this phone.',
  missing: 'No camera was found. Choose photos from the gallery.',
  busy: 'Another app is using the camera. Close it, or use the camera app of this phone.',
  stopped: 'The camera stopped.',
  start: 'Start the camera',
  asksAgain: 'An iPhone may ask for the camera again each time the app starts.',
  cameraApp: 'Use the camera app',
  notTaken: 'The camera took no picture. Press again.',
  closedEarly: 'The camera was closed before it gave the last picture. Take it again.',
  noLight: 'The light could not be switched. Another app may be using it.',
});

/** Photos that a page did not keep before it ended. */
export const lostPhotoWords = sentences({
  heading: 'Photos that may be missing',
  camera:
    'The browser was closed while the camera was open for {title}. The last photo may be in the gallery of this phone: choose it there.',
  gallery:
    'The browser was closed while photos were being chosen for {title}. Choose them again: they are still in the gallery of this phone.',
  chosen:
    'The browser was closed before {count, plural, one {# photo} other {# photos}} of {title} could be kept. {count, plural, one {It is} other {They are}} in the gallery of this phone: choose {count, plural, one {it} other {them}} again.',
  page: 'The browser was closed before {count, plural, one {# photo} other {# photos}} of {title} could be kept. {count, plural, one {It is} other {They are}} lost: take {count, plural, one {it} other {them}} again.',
  unknownRecord: 'a record',
  open: 'Open photos',
  read: 'Dismiss',
});

export const offlineWords = sentences({
  keep: 'Keep offline ({count, plural, one {# photo} other {# photos}}, {size})',
  keptAbout: 'All photos of this job stay on this device.',
  missing: '{count, plural, one {# photo is} other {# photos are}} still to be fetched.',
});
