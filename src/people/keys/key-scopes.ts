/** What every API key begins with: it is distinguished from other tokens by that, also by scanners that look for leaked secrets. */
export const KEY_PREFIX = "sl_";

/** What a key may be allowed beside what is public: to read what its account has, and to change it. */
export const KEY_SCOPES = ["audit:read", "audit:write"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const KEY_NAME_LENGTH = 60;
