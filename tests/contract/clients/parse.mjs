// Validates a document with swagger-parser: against the schema of OpenAPI 3.0, and its references.
import SwaggerParser from "@apidevtools/swagger-parser";

await SwaggerParser.validate(process.argv[2]);
