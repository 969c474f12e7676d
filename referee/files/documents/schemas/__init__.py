"""JSON Schemas, for editors and programs: of files, and of what commands print."""
