export default function (config) {
	config.addPassthroughCopy({ public: "." });
}
