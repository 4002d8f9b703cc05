"""Delta storage. Workers stage files, one committer writes the log, and a row in `runs` makes a run visible.

store       where a lake lies, and how bytes get there
canonical   rows as bytes, for digests
parts       one data file: how rows become Parquet, and what a receipt says of them
receipts    what a worker did for one shard
stage       worker: rows to files to receipt
log         Delta's transaction log, one table a time
commit      committer: receipts to log
runs        the table `runs`: the states of runs
rows        the few rows that no shard writes
publish     making a run visible
resume      what is left to do
lease       one holder a run
scan        reading: Polars and SQL
select      reading a few episodes or houses
digest      one SHA-256 a table
upkeep      remove and vacuum
failpoints  where tests pull the plug
"""
