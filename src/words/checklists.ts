import { sentences } from './sentences.ts';

/** The checklists that a company begins with which has written none of its own: a name with a colon, then its items. */
export const usualChecklists = sentences({
  water:
    'Water:\nWork authorization signed\nSource of the water stopped\nPhotos before work\nMoisture readings taken\nEquipment placed\nCertificate of completion signed',
  fireAndSmoke:
    'Fire and smoke:\nWork authorization signed\nStructure safe to enter\nUtilities off\nPhotos before work\nContents protected\nCertificate of completion signed',
  mold: 'Mold:\nWork authorization signed\nContainment in place\nAir scrubber running\nPhotos before work\nClearance test passed\nCertificate of completion signed',
  storm:
    'Storm:\nWork authorization signed\nRoof and windows covered\nPhotos before work\nDebris removed\nCertificate of completion signed',
  biohazard:
    'Biohazard:\nWork authorization signed\nProtective equipment on\nArea closed off\nWaste bagged and labeled\nCertificate of completion signed',
});
