export default { site: "https://example.com", outDir: "dist" };
