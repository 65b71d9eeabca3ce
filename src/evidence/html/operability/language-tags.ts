import { isLanguageSubtag } from "./language-subtags.ts";

/** Shape of a tag with its first part; the rest tells of scripts and regions, which do not choose the language. */
const TAG = /^([a-z]{2,8})(?:-[a-z0-9]{1,8}){0,20}$/i;

/**
 * True when a tag begins with a registered language (BCP 47 section 2.2.1). Three letters where two exist, such as
 * `eng`, and grandfathered tags, such as `i-lux`, are none (ACT rules bf051a and de46e4).
 */
export function isLanguageTag(tag: string): boolean {
	const language = TAG.exec(tag)?.[1];
	return language !== undefined && isLanguageSubtag(language.toLowerCase());
}
