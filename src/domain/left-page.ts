/** Keys of the storage of one tab, by which a page that was left tells the next one in its place. */

/** Holds what stood in the open forms. */
export const LEFT_FORMS = 'left-forms';
/** Set where the browser has brought the page back, and it loads itself anew: the forms open again. */
export const CAME_BACK = 'came-back';
