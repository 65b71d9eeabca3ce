/** By host: why our score puts a site elsewhere than Lighthouse's two scores do, read from its pages. */
export const ORDER_EXPLANATIONS: Readonly<Record<string, string>> = {};
