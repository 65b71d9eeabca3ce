/** The package has no types of its own, and those of DefinitelyTyped stop at version 3. */
declare module "html-encoding-sniffer" {
	interface SnifferOptions {
		/** Decides by the rules of XML in place of those of HTML. */
		readonly xml?: boolean;
		readonly defaultEncoding?: string;
	}
	/** @returns a name of the Encoding Standard, or the default */
	export default function htmlEncodingSniffer(bytes: Uint8Array, options?: SnifferOptions): string;
}
