"""Delta storage. Workers stage files, one committer writes the log, and a row in `runs` makes a run visible.

store       where a lake lies, and how bytes get there
place       what a lake asks of where it lies: disk (a folder) and bucket (S3) know it
s3          how a server of S3 is spoken to, and what its refusals mean
reach       whether workers elsewhere can come to it
canonical   rows as bytes, for digests
files       Parquet, opened where it lies, with the columns of an earlier time filled
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
scan        reading with Polars
query       reading with SQL; query_process does it apart
verify      whether a published run is still what was published
select      reading a few episodes or houses
digest      one SHA-256 a table
upkeep      remove, join, vacuum
failpoints  where tests pull the plug
"""
