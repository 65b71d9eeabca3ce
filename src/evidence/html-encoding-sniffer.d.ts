/** The package has no types, and DefinitelyTyped's stop at version 3. */
declare module "html-encoding-sniffer" {
	interface SnifferOptions {
		/** Applies the rules of XML instead of HTML's. */
		readonly xml?: boolean;
		readonly defaultEncoding?: string;
	}
	/** @returns a name of the Encoding Standard, or the default */
	export default function htmlEncodingSniffer(bytes: Uint8Array, options?: SnifferOptions): string;
}
