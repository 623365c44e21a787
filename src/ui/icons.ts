/** Every icon the app draws, so that one kind of thing keeps one picture. */

export { default as ErrorIcon } from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
export { default as AttentionIcon } from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
export { default as BackIcon } from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
export { default as SyncedIcon } from '@tabler/icons-react/dist/esm/icons/IconCloudCheck.mjs';
export { default as HeldIcon } from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
export { default as WaitingIcon } from '@tabler/icons-react/dist/esm/icons/IconCloudUp.mjs';
export { default as DownloadIcon } from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
export { default as EditIcon } from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
export { default as EmptyIcon } from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
export { default as InfoIcon } from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
export { default as MailIcon } from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
export { default as MenuIcon } from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
export { default as PhoneIcon } from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
export { default as PlusIcon } from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
export { default as SyncIcon } from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
export { default as SearchIcon } from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
export { default as NoMatchIcon } from '@tabler/icons-react/dist/esm/icons/IconSearchOff.mjs';
export { default as TrashIcon } from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
export { default as UserIcon } from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
export { default as PeopleIcon } from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
