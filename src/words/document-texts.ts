/** Marks each example. Stays until the company has replaced the example by a text of its own. */
export const EXAMPLE_MARK = 'EXAMPLE TEXT.';

/** The texts of documents until the company writes its own. Each says that it is an example. */
export const documentTextExamples = `--- Estimate ---
EXAMPLE TEXT. Replace it in Settings, and ask your lawyer.

I accept this estimate. The company may do the work in it at the prices in it. Work that is not in it needs a change order.

--- Work authorization ---
EXAMPLE TEXT. Replace it in Settings, and ask your lawyer.

I own this property or may act for its owner. I ask the company to begin the work described above. I let its people and equipment in for that time.

I owe the price of the work, whatever an insurer pays of it.

--- Certificate of completion ---
EXAMPLE TEXT. Replace it in Settings, and ask your lawyer.

The work described above is done, and I have looked at it. The equipment has been removed.

--- Change order ---
EXAMPLE TEXT. Replace it in Settings, and ask your lawyer.

I agree to this change of the work and of its price. Everything else that was agreed stays.

--- Right to cancel (off) ---
EXAMPLE TEXT. To use it, remove ‘(off)’ above, and ask your lawyer. In the United States, 16 CFR 429 gives a customer three business days to cancel many contracts that are made at the customer’s home. It requires a notice in the language of the sales talk. Emergencies have rules of their own.

You may cancel this contract, without a penalty, until midnight of the third business day after the day on which you signed it. Write to the company at the address above.`;
