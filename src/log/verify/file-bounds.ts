/** How much is read of each kind of file that a site publishes of its log; nothing is believed before. Bytes. */

export const CHECKPOINT_BYTES = 32 * 1024;
export const RECEIPT_BYTES = 4 * 1024 * 1024;
/** Lists of leaves and of keys, the largest log's too. */
export const LIST_BYTES = 64 * 1024 * 1024;
/** 256 entries, each shorter than 64 KiB by its form, and ours shorter than 1 KiB. */
export const BUNDLE_BYTES = 256 * 1024;
