import { expect, test } from "vitest";
import { preferredType } from "./accepted-type.ts";

const TYPES = ["text/html", "text/markdown", "application/json"] as const;
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

test.each([
	[null, "text/html"],
	["", "text/html"],
	["*/*", "text/html"],
	["text/*", "text/html"],
	[BROWSER, "text/html"],
	["image/png", "text/html"],
	["nonsense, ;q=1", "text/html"],
	["text/markdown", "text/markdown"],
	["TEXT/Markdown; charset=utf-8", "text/markdown"],
	["text/markdown, text/html, */*", "text/markdown"],
	["text/html, text/markdown", "text/html"],
	["text/html;q=0.5, text/markdown", "text/markdown"],
	["text/markdown;q=0.5, text/html;q=0.7", "text/html"],
	["text/markdown;q=0, */*", "text/html"],
	["text/html;q=0, */*", "text/markdown"],
	["application/json, text/plain, */*", "application/json"],
	["text/*;q=0.3, application/json;q=0.2", "text/html"],
])("who accepts %o gets %s", (accept, type) => expect(preferredType(accept, TYPES)).toBe(type));
