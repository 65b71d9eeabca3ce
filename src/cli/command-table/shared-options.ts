/** Options that several commands have alike. */
export const JSON_OUTPUT = { type: "boolean", says: "print the result as JSON" } as const;
export const JSON_OUTCOME = { type: "boolean", says: "print the outcome as JSON" } as const;
export const DIR = { type: "string", value: "<folder>" } as const;
