import type { PageTool } from "./page-tool.ts";

/** What each tool of the catalog does in a page, loaded with its first call. */
export const TOOL_TABLE: Readonly<Record<string, () => Promise<PageTool>>> = {};
